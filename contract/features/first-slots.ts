import type { Messages } from '../messages/messages.ts';

type SlotNames = Messages['words']['homeSlots'];
type FirstSlot = keyof SlotNames;

/** The stored names of the first home page's slots. */
export const firstSlotNames: Readonly<Record<FirstSlot, string>> = {
  banner: 'Banner',
  picks: 'Editor’s picks',
  newest: 'New resources',
  mostViewed: 'Most viewed',
  courses: 'New courses',
};
const formerNames: Readonly<Record<string, FirstSlot>> = { 'Picks of the editors': 'picks' };

/** What a slot is called in the reader's language. A name that someone chose stays as it is. */
export function slotNameIn(names: SlotNames, stored: string): string {
  const slots = Object.keys(firstSlotNames) as FirstSlot[];
  const slot = slots.find((id) => firstSlotNames[id] === stored) ?? formerNames[stored];
  return slot ? names[slot] : stored;
}

/** How a name is stored: saving a slot in one language must not fix its name in that language. */
export function storedSlotName(names: SlotNames, shown: string): string {
  const slot = (Object.keys(names) as FirstSlot[]).find((id) => names[id] === shown);
  return slot ? firstSlotNames[slot] : shown;
}
