/** Navigates within Lectern; the app's router takes over once it has loaded. */
type Navigator = (path: string) => void;

function byLocation(path: string): void {
  window.location.assign(path);
}

let navigator: Navigator = byLocation;

export function navigate(path: string): void {
  navigator(path);
}

/** Called by the router when it starts; returns a function to undo it. */
export function provideNavigator(next: Navigator): () => void {
  navigator = next;
  return () => {
    if (navigator === next) navigator = byLocation;
  };
}
