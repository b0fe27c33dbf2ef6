export { publishableSubject } from './subject/subject-publishable.ts';
