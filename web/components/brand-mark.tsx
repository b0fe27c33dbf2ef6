/** The same drawing as the favicon. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />;
}
