/** A setting, or the region, that will not do. Its message is all a person needs, so no stack goes with it. */
export class SettingRefused extends Error {}
