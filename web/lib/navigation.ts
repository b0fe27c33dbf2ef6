/** Goes to a page of Lectern. The app’s router takes over once it is there. */
type Navigator = (path: string) => void;

function byLocation(path: string): void {
  window.location.assign(path);
}

let navigator: Navigator = byLocation;

export function navigate(path: string): void {
  navigator(path);
}

/** Called by the router when it starts; the answer undoes it. */
export function provideNavigator(next: Navigator): () => void {
  navigator = next;
  return () => {
    if (navigator === next) navigator = byLocation;
  };
}
