export { type AccessEffect, accessEffect } from './access-effect.ts';
