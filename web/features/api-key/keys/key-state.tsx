import type { ApiKeyState } from '@lectern/contract/features/api-key.ts';
import { Status, type StatusTone } from '../../../components/status.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

const tones: Record<ApiKeyState, StatusTone> = { active: 'ok', soon: 'warn', expired: 'bad', revoked: 'idle' };

export function KeyState({ state }: { state: ApiKeyState }) {
  const { apiKey } = useTexts();
  return <Status tone={tones[state]}>{apiKey.states[state]}</Status>;
}

export const isOver = (state: ApiKeyState) => state === 'expired' || state === 'revoked';
