import './spinner.css';

/** Decorative: the element around it says what is going on. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
