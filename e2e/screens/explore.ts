import type { Language } from '@lectern/contract/language.ts';
import { messagesIn } from '../../server/platform/messages.ts';
import { overlays, type ScreenTab } from './screen-tab.ts';

/** A page to explore, including everything that opens on it. */
export type Place = {
  name: string;
  address: string;
  /**
   * Places with the same buttons, such as all resource pages, share a group; each button is pressed on only one of
   * them.
   */
  group?: string;
  /** Explore the buttons of the header and menu instead of the page's. */
  shell?: true;
  prepare?(tab: ScreenTab): Promise<void>;
};

/** Something to press: the nth control with this label. */
type Trigger = { label: string; key: string; nth: number; kind: 'row' | 'choice' | 'tab' | 'press' };

const deepest = 3;
/** Found on every list, so their content is explored only twice; after that they are only opened. */
const everywhere = /^(\+ Filter|Columns|Views|Sort|Filter)/;
/** Closes what is open, leaves the page or starts a download, so it isn't pressed. */
const leadsAway =
  /^(Close|Cancel|Back|Clear|Log out|Reload|Refresh|Try again|Dismiss|Discard|Previous|Next|Download)\b/;
const mostPerPlace = 70;

export class Explorer {
  readonly words: Vocabulary;
  /** How often each kind of overlay was explored. */
  readonly #known = new Map<string, number>();
  readonly #addresses = new Set<string>();
  readonly #pressed = new Map<string, Set<string>>();

  constructor(language: Language) {
    this.words = new Vocabulary(language);
  }

  /** Explores the page and everything that can be opened on it without changing data. */
  async explore(tab: ScreenTab, place: Place): Promise<void> {
    this.#addresses.add(this.#route(place.address));
    await new Walk(tab, place, this).run();
  }

  /** The buttons already pressed on places of a group. */
  pressedIn(group: string): Set<string> {
    const pressed = this.#pressed.get(group) ?? new Set();
    this.#pressed.set(group, pressed);
    return pressed;
  }

  /** Counts an overlay; true while it has been met at most twice. */
  meet(key: string): boolean {
    const times = (this.#known.get(key) ?? 0) + 1;
    this.#known.set(key, times);
    return times <= 2;
  }

  isNew(address: string): boolean {
    const route = this.#route(address);
    if (this.#addresses.has(route)) return false;
    this.#addresses.add(route);
    return true;
  }

  #route(address: string): string {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    return `${pathname.replace(/[0-9a-f-]{36}/g, '{id}')}?${[...searchParams.keys()].sort().join('&')}`;
  }
}

class Walk {
  readonly #tab: ScreenTab;
  readonly #place: Place;
  readonly #explorer: Explorer;
  readonly #pressed: Set<string>;
  readonly #seen = new Set<string>();
  #presses = 0;

  constructor(tab: ScreenTab, place: Place, explorer: Explorer) {
    this.#tab = tab;
    this.#place = place;
    this.#explorer = explorer;
    this.#pressed = explorer.pressedIn(place.group ?? place.name);
  }

  async run(): Promise<void> {
    await this.#open([]);
    this.#note((await this.#tab.read()).lines);
    await this.#tab.take(this.#place.name);
    await this.#below([], this.#place.name, '', new Set());
  }

  async #below(
    path: readonly Trigger[],
    name: string,
    within: string,
    /** Triggers already offered at an outer level, such as the other tabs; skipped here. */
    elsewhere: ReadonlySet<string>,
  ): Promise<void> {
    const tab = this.#tab;
    const base = await this.#signature();
    const triggers = await this.#triggers(within !== '');
    const own = new Set([...elsewhere, ...triggers.map((trigger) => `${within}|${trigger.key}`)]);
    for (const trigger of triggers) {
      const key = `${within}|${trigger.key}`;
      const inGroup = trigger.kind === 'press' ? key : `${this.#place.name}|${key}`;
      if (elsewhere.has(key) || this.#pressed.has(inGroup) || this.#presses >= mostPerPlace) continue;
      this.#pressed.add(inGroup);
      this.#presses += 1;
      if ((await this.#signature()) !== base) await this.#open(path);
      const overBefore = await tab.overlays;
      if (!(await this.#press(trigger))) continue;
      const next = `${name}--${slugOf(trigger.key)}`;
      const outcome = await this.#judge(overBefore, base, trigger);
      if (outcome === 'place' || outcome === 'over' || outcome === 'part') await tab.take(next);
      const deeper = path.length + 1 < deepest;
      if (outcome === 'over' && deeper && (!everywhere.test(trigger.key) || this.#explorer.meet(trigger.key))) {
        await this.#below([...path, trigger], next, `${within}>${trigger.key}`, own);
      }
      if (outcome === 'part' && deeper && trigger.kind !== 'press') {
        await this.#below([...path, trigger], next, within, own);
      }
      await this.#goBack(base, path);
    }
  }

  async #judge(overBefore: number, base: string, trigger: Trigger): Promise<'place' | 'over' | 'part' | 'none'> {
    const tab = this.#tab;
    if (tab.heldBack) return 'none';
    const url = new URL(tab.page.url());
    if (url.pathname !== new URL(base.split('\n')[0] ?? '').pathname) {
      return this.#explorer.isNew(url.pathname + url.search) ? 'place' : 'none';
    }
    const fresh = this.#note((await tab.read()).lines);
    if ((await tab.overlays) > overBefore) return 'over';
    const enough = trigger.kind === 'tab' || overBefore > 0 ? 1 : 2;
    return fresh >= enough ? 'part' : 'none';
  }

  /** Counts lines not seen before on this page, ignoring numbers. */
  #note(lines: readonly string[]): number {
    const plain = lines.map((line) => line.replace(/\d[\d.,:]*/g, '#'));
    const fresh = plain.filter((line) => !this.#seen.has(line));
    for (const line of fresh) this.#seen.add(line);
    return fresh.length;
  }

  async #open(path: readonly Trigger[]): Promise<void> {
    await this.#tab.goto(this.#place.address);
    await this.#place.prepare?.(this.#tab);
    await this.#tab.settle();
    for (const trigger of path) await this.#press(trigger);
  }

  async #goBack(base: string, path: readonly Trigger[]): Promise<void> {
    const tab = this.#tab;
    if (!tab.heldBack) {
      for (let tries = 0; tries < 2 && (await this.#signature()) !== base; tries += 1) {
        await tab.page.keyboard.press('Escape');
        await tab.settle(1_500);
      }
    }
    if (tab.heldBack || (await this.#signature()) !== base) await this.#open(path);
  }

  async #signature(): Promise<string> {
    const { page } = this.#tab;
    const state = await page.evaluate((selector) => {
      const over = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      const top = (over.at(-1) ?? document.querySelector('main') ?? document.body) as HTMLElement;
      const ticked = document.querySelectorAll(
        'main input:checked, dialog input:checked, [aria-selected="true"]',
      ).length;
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no state
      return `${over.length} ${ticked} ${top.innerText.replace(/\d[\d.,:]*/g, '#').slice(0, 6_000)}`;
    }, overlays);
    return `${page.url()}\n${state}`;
  }

  async #triggers(inOverlay: boolean): Promise<Trigger[]> {
    const handle = await this.#pressable(inOverlay);
    const found = await handle.evaluate((all) =>
      all.flatMap(({ element, ...rest }) =>
        element.matches(':disabled, [aria-disabled=true], .list-pager *, [aria-selected=true]') ? [] : rest,
      ),
    );
    await handle.dispose();
    const counts = new Map<string, number>();
    return found.flatMap(({ label, look, kind, nth }) => {
      const said = this.#explorer.words.english(label);
      const key = kind === 'row' ? 'First row' : kind === 'choice' ? 'Select' : (said ?? look);
      const times = (counts.get(key) ?? 0) + 1;
      counts.set(key, times);
      if (leadsAway.test(key) || times > (said === undefined && kind === 'press' ? 2 : 1)) return [];
      return [{ label, key: times > 1 ? `${key} ${times}` : key, nth, kind }];
    });
  }

  async #press({ label, nth }: Trigger): Promise<boolean> {
    const tab = this.#tab;
    const handle = await this.#pressable(true);
    const target = await handle.evaluateHandle(
      (all, wanted) => all.find((one) => one.label === wanted.label && one.nth === wanted.nth)?.element,
      { label, nth },
    );
    try {
      const element = target.asElement();
      if (!element) return false;
      await element.click({ timeout: 5_000 });
      await tab.settle(6_000);
      return true;
    } catch {
      return false;
    } finally {
      await handle.dispose().catch(() => undefined);
    }
  }

  #pressable(inOverlay: boolean) {
    const root = this.#place.shell ? '.header, .shell-menu' : 'main';
    return this.#tab.page.evaluateHandle(findPressable, { overlays: inOverlay ? overlays : '', root });
  }
}

type Found = { element: Element; label: string; look: string; kind: Trigger['kind']; nth: number };

/** Runs in the browser: lists what can be pressed, in reading order, in the topmost overlay or in `root`. */
function findPressable({ overlays, root }: { overlays: string; root: string }): Found[] {
  const shown = (one: Element) => one.checkVisibility({ visibilityProperty: true });
  const over = overlays ? [...document.querySelectorAll(overlays)].filter(shown).at(-1) : undefined;
  const roots = over ? [over] : [...document.querySelectorAll(`${root}${root === 'main' ? ', .selection-bar' : ''}`)];
  const selector =
    'button, summary, [role=tab], [role=menuitem], [role=treeitem], [role=radio], tr[data-index="0"] a, tbody input[type=checkbox]';
  const times = new Map<string, number>();
  const elements = new Set(roots.flatMap((one) => [...one.querySelectorAll<HTMLElement>(selector)]));
  return [...elements].filter(shown).map((element) => {
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen names a button
    const label = (element.getAttribute('aria-label') ?? element.innerText).trim().slice(0, 120);
    const nth = times.get(label) ?? 0;
    times.set(label, nth + 1);
    const isPart = element.matches('[role=tab], [role=treeitem]');
    const isRow = element.matches('tr[data-index] a');
    const kind = element.matches('input') ? 'choice' : isRow ? 'row' : isPart ? 'tab' : 'press';
    return { element, label, look: `${element.tagName.toLowerCase()} ${element.className}`, kind, nth };
  });
}

export function slugOf(text: string): string {
  return (
    text
      .replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'button'
  );
}

/** Finds the English text behind a text on screen, so that screens have the same names in every language. */
export class Vocabulary {
  readonly #exact = new Map<string, string>();
  readonly #patterns: { pattern: RegExp; english: string }[] = [];
  readonly #answers = new Map<string, string | undefined>();
  readonly #other = new Map<string, Set<string>>();

  constructor(language: Language) {
    this.#collect(messagesIn('en'), messagesIn(language));
    this.#patterns.sort((one, other) => other.pattern.source.length - one.pattern.source.length);
  }

  english(label: string): string | undefined {
    const text = label.replace(/[▾▸]/g, '').replace(/\s+/g, ' ').trim();
    if (!this.#answers.has(text)) {
      const bare = text.replace(/\s*[\d,.]+\+?$/, '');
      this.#answers.set(
        text,
        this.#exact.get(text) ??
          this.#exact.get(bare) ??
          this.#patterns.find(({ pattern }) => pattern.test(text))?.english,
      );
    }
    return this.#answers.get(text);
  }

  /** Matches the translation of an English text on screen, whichever of its translations that is. */
  said(english: string): RegExp {
    const texts = [...(this.#other.get(english) ?? [english])];
    return new RegExp(`^(${texts.map((text) => patternOf(text)).join('|')})$`);
  }

  #collect(english: unknown, other: unknown): void {
    if (typeof english === 'string' && typeof other === 'string') {
      const known = this.#other.get(english) ?? new Set();
      this.#other.set(english, known.add(other));
      if (!other.includes('{')) this.#exact.set(other, this.#exact.get(other) ?? english);
      else if (other.replace(/\{[^{}]*\}/g, '').trim().length > 1) {
        this.#patterns.push({ pattern: new RegExp(`^${patternOf(other)}$`), english });
      }
    } else if (typeof english === 'object' && english && typeof other === 'object' && other) {
      for (const [name, value] of Object.entries(english)) {
        this.#collect(value, (other as Record<string, unknown>)[name]);
      }
    }
  }
}

function patternOf(text: string): string {
  return text
    .split(/\{\w+(?:, plural,(?: =?\w+ \{[^{}]*\})+)?\}/)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}
