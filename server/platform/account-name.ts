/**
 * One spelling for everything a person may type for an account. Accounts are kept in this spelling, sign-in looks
 * them up by it, and guesses are counted by it: two spellings that reach one account always share one count.
 */
export function normaliseAccount(typed: string): string {
  // PostgreSQL's text can't hold NUL; no account has one, and asking for it must be an ordinary miss.
  return typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC').replaceAll('\0', '\ufffd');
}
