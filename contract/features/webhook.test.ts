import { expect, it } from 'vitest';
import { apiKey } from '../messages/en/api-key.ts';
import { storedFailure, webhookFailureText } from './webhook.ts';

it('explains why a delivery failed, and shows unknown reasons unchanged', () => {
  const said = (stored: string) => webhookFailureText(stored, apiKey.failures);
  expect(said(storedFailure('status', 503))).toBe('The server responded with 503.');
  expect(said(storedFailure('timeout'))).toBe('The server didn’t respond in time.');
  expect(said(storedFailure('connectionError', 'ECONNRESET'))).toBe('The connection failed (ECONNRESET).');
  expect(said('It answered 503.')).toBe('It answered 503.');
});
