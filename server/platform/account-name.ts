/**
 * Normalises an account name. Accounts are stored, looked up and rate-limited in this form, so two spellings of one
 * account always share one count of guesses.
 */
export function normaliseAccount(typed: string): string {
  // PostgreSQL text can't contain NUL; no account has one, so looking one up must simply find nothing.
  return typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC').replaceAll('\0', '\ufffd');
}
