import type { Messages } from '../messages/messages.ts';

type SlotNames = Messages['words']['homeSlots'];
type FirstSlot = keyof SlotNames;

/** Stored names of the initial home page slots. */
export const firstSlotNames: Readonly<Record<FirstSlot, string>> = {
  banner: 'Banner',
  picks: 'Editor’s picks',
  newest: 'New resources',
  mostViewed: 'Most viewed',
  courses: 'New courses',
};
const formerNames: Readonly<Record<string, FirstSlot>> = { 'Picks of the editors': 'picks' };

/** The slot's name in the reader's language; names chosen by a person stay as they are. */
export function slotNameIn(names: SlotNames, stored: string): string {
  const slots = Object.keys(firstSlotNames) as FirstSlot[];
  const slot = slots.find((id) => firstSlotNames[id] === stored) ?? formerNames[stored];
  return slot ? names[slot] : stored;
}

/** The name to store: saving an unrenamed slot must not fix its name in the current language. */
export function storedSlotName(names: SlotNames, shown: string): string {
  const slot = (Object.keys(names) as FirstSlot[]).find((id) => names[id] === shown);
  return slot ? firstSlotNames[slot] : shown;
}
