/** Link to the page of the service about a code, in a tab of its own. */

export const AboutError = ({ path }: { readonly path?: string | undefined }) =>
  path ? (
    <a href={path} target="_blank" rel="noopener">
      About this error
    </a>
  ) : null
