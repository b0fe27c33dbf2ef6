import './qr-code.css';

type Props = { qr: { size: number; path: string }; label: string };

/** A QR code, dark on white in every theme: cameras expect it so. */
export function QrCode({ qr: { size, path }, label }: Props) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
