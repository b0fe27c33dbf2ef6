import { type Audience, audiences, audienceWords } from '@lectern/contract/audience.ts';
import { inLanguage } from '../lib/i18n/in-language.ts';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { ChoiceField } from './choice-field.tsx';

type Props = { value: Audience; hint?: string; onChange: (audience: Audience) => void };

export function AudienceField(props: Props) {
  const { words } = useTexts();
  return <ChoiceField label={words.audience} options={audienceOptions()} {...props} />;
}

export function audienceOptions() {
  const names = inLanguage(audienceWords);
  return audiences.map((value) => ({ value, label: names[value] }));
}
