export type { CurrentUserService } from './current-user.service.ts';
export type { GuessLimitService } from './guess-limit.service.ts';
export type { PasswordService } from './password.service.ts';
export type { PasswordHasher } from './password-hasher.ts';
export type { SessionService } from './session.service.ts';
export type { SignInService } from './sign-in.service.ts';
