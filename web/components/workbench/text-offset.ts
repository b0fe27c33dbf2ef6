/** How many characters into the text of an element somebody pointed; null where a browser does not say. */
export function textOffsetAt(
  element: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): number | null {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!caret || !element.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().replaceAll('\u200b', '').length;
}
