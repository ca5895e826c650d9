/** The place of rows that are not there yet: as high as they will be, so that nothing jumps. */

export const RowSkeleton = ({ rows }: { readonly rows: number }) => (
  <div class="skeleton">
    <p class="hidden">Loading…</p>
    {Array.from({ length: rows }, (_, row) => (
      <span key={row} />
    ))}
  </div>
)
