import { type Audience, audiences } from '@lectern/contract/audience.ts';
import { type Texts, useTexts } from '../lib/i18n/use-texts.ts';
import { ChoiceField } from './choice-field.tsx';

type Props = { value: Audience; hint?: string; onChange: (audience: Audience) => void };

export function AudienceField(props: Props) {
  const { words } = useTexts();
  return <ChoiceField label={words.audience} options={audienceOptions(words)} {...props} />;
}

export function audienceOptions(words: Texts['words']) {
  return audiences.map((value) => ({ value, label: words.audiences[value] }));
}
