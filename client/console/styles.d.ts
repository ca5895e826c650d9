/** Style sheets are bundled by the import and have no value. */
declare module '*.css'
