/** The same drawing as in the browser's tab. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />;
}
