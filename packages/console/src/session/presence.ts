/** How long a person counts as present after an input. A page sends what the person asked for within this time. */
const PRESENT_MS = 5_000;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'];

/** Opening the page counts as an input. */
let lastInput = performance.now();

/** Watches the inputs of the person. Without them, requests come from the page itself. */
export function watchPresence(page: Pick<EventTarget, 'addEventListener'>): void {
  const note = () => {
    lastInput = performance.now();
  };
  for (const input of INPUTS) page.addEventListener(input, note, { capture: true, passive: true });
}

/** Whether a person did something just now. Pages that refresh themselves do not keep a session from becoming idle. */
export function isPresent(): boolean {
  return performance.now() - lastInput < PRESENT_MS;
}
