import type { getMyStorage } from '@lectern/contract/features/library.ts';
import { KindIcon } from '../../components/resource/kind-icon.tsx';
import type { CallOutput } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

type Kind = Parameters<typeof KindIcon>[0]['kind'];
const almostFull = 0.9;

/** Used room against the quota, and what takes it. */
export function StorageMeter({ storage }: { storage: CallOutput<typeof getMyStorage> }) {
  const { resource, resourceDeeds } = useTexts();
  const words = resourceDeeds.my;
  const format = useFormat();
  const { usedBytes, quotaBytes, byKind } = storage;
  const share = quotaBytes ? Math.min(1, usedBytes / quotaBytes) : null;
  // The quota is the personal library's; without one, everything that is one's own counts, wherever it is kept.
  const used = format.bytes(quotaBytes === null ? byKind.reduce((sum, { bytes }) => sum + bytes, 0) : usedBytes);
  return (
    <div className="storage-meter">
      <div className="storage-meter-words">
        {quotaBytes === null
          ? fillText(words.usedOnly, { used })
          : fillText(words.used, { used, quota: format.bytes(quotaBytes) })}
      </div>
      {share !== null && (
        <meter
          className="storage-meter-bar"
          aria-label={words.storage}
          min={0}
          max={1}
          high={almostFull}
          optimum={0}
          value={share}
        />
      )}
      {share !== null && share >= almostFull && <p className="storage-meter-low">{words.low}</p>}
      <dl>
        {byKind.map(({ kind, resources, bytes }) => (
          <div key={kind}>
            <dt>
              <KindIcon kind={kind as Kind} />
              {resource.kinds[kind as Kind]}
            </dt>
            <dd>{fillText(words.byKind, { count: format.number(resources), size: format.bytes(bytes) })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
