/** Error of a setting, or of the region. Its message suffices for a person, so it has no stack. */
export class SettingRefused extends Error {}
