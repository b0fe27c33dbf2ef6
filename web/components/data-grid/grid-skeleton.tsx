import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import './data-grid.css';

const widths = ['62%', '48%', '70%', '54%', '66%', '44%', '58%', '50%'];

/** The grid before its first rows: its real headings and row height, with bars for the texts. */
export function GridSkeleton({ headings, rows = 24 }: { headings: readonly string[]; rows?: number }) {
  return (
    <SkeletonRegion className="grid-scroll">
      <table className="grid" aria-hidden="true">
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading}>{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places
            <tr key={row}>
              {headings.map((heading, column) => (
                <td key={heading}>
                  <Skeleton width={widths[(row * 3 + column) % widths.length]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SkeletonRegion>
  );
}
