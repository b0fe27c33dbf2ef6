import type { AccessStat } from '@lectern/contract/features/access-stat.ts';
import {
  accessFilters,
  accessGrains,
  accessGroupings,
  accessMeasures,
  groupingWords,
  hourGrainDays,
  measureWords,
} from '@lectern/contract/statistics/access-dimension.ts';
import { daysBetween } from '@lectern/contract/statistics/period.ts';
import { SelectField } from '../../components/select-field.tsx';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { AccessQuery } from './access-choice.ts';
import { KeyField } from './key-field.tsx';

type Props = { address: StatAddress; query: AccessQuery; stat: AccessStat | undefined };

/** Which measure, by which group, in which pieces of time, narrowed to what. Every choice stands in the address. */
export function AccessControls({ address, query, stat }: Props) {
  const { accessStat: texts } = useTexts();
  const measures = inLanguage(measureWords);
  const groupings = inLanguage(groupingWords);
  const { measure = 'views', groupBy = 'none', grain, filter } = query;
  // A filter without its key narrows nothing yet; the address remembers which one was begun.
  const begun = filter ?? accessFilters.find((one) => one === address.params.get('filter'));
  const length = stat ? daysBetween(stat.period.from, stat.period.to) : 1;
  const grains = accessGrains.filter((one) => one !== 'hour' || length <= hourGrainDays);
  const fits = (one: (typeof accessGroupings)[number]) => one === 'none' || (one !== begun && begun !== 'resource');
  return (
    <div className="access-controls">
      <SelectField
        label={texts.measure}
        value={measure}
        options={accessMeasures.map((value) => ({ value, label: measures[value] }))}
        onChange={(value) => address.change({ measure: value === 'views' ? undefined : value })}
      />
      <SelectField
        label={texts.groupBy}
        value={groupBy}
        options={accessGroupings.filter(fits).map((value) => ({ value, label: groupings[value] }))}
        onChange={(value) => address.change({ groupBy: value === 'none' ? undefined : value, limit: undefined })}
      />
      <SelectField
        label={texts.grain}
        value={grain ?? ''}
        options={[
          { value: '', label: texts.usualGrain },
          ...grains.map((value) => ({ value: value as string, label: texts.grains[value] })),
        ]}
        onChange={(value) => address.change({ grain: value || undefined })}
      />
      <SelectField
        label={texts.filter}
        value={begun ?? ''}
        options={[
          { value: '', label: texts.noFilter },
          ...accessFilters
            .filter((one) => one !== groupBy && (one !== 'resource' || groupBy === 'none'))
            .map((value) => ({ value: value as string, label: groupings[value] })),
        ]}
        onChange={(value) => address.change({ filter: value || undefined, key: undefined })}
      />
      {begun && <KeyField key={begun} filter={begun} address={address} />}
    </div>
  );
}
