export { type Moved, placeOf } from './access-effect.repository.ts';
export { type AccessEffect, accessEffect } from './access-effect.ts';
