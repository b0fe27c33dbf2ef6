import { listAccessRecords, sumAccessRecords } from '@lectern/contract/features/access-record.ts';
import { listResources } from '@lectern/contract/features/resource.ts';
import { type AccessFigure, type LibraryFigure, recordsOf, resourcesOf } from '@lectern/contract/statistics/figure.ts';
import type { Identity, TestApp } from './test-app.ts';

/** Follows figures to the rows they count, requesting each URL once. */
export class FigureRows {
  readonly #test: TestApp;
  readonly #as: Identity;
  readonly #opened = new Map<string, Promise<number | null>>();

  constructor(test: TestApp, as: Identity) {
    this.#test = test;
    this.#as = as;
  }

  get opened(): number {
    return this.#opened.size;
  }

  /** The value of the figure recomputed from its rows: their number, or a sum over them. */
  access(figure: AccessFigure): Promise<number | null> {
    const query = recordsOf(figure);
    const { measure } = figure;
    return measure === 'viewers' || measure === 'playSeconds' || measure === 'completion'
      ? this.#once(`${measure} ${JSON.stringify(query)}`, () => this.#sum(query, measure))
      : this.#once(`records ${JSON.stringify(query)}`, () => this.#records(query));
  }

  library(figure: LibraryFigure): Promise<number | null> {
    const query = resourcesOf(figure);
    return this.#once(`resources ${JSON.stringify(query)}`, async () => {
      const { data } = await this.#test.call(listResources, { query }, { as: this.#as });
      return exactly(data.count);
    });
  }

  async #records(query: Record<string, string>): Promise<number> {
    const { data } = await this.#test.call(listAccessRecords, { query }, { as: this.#as });
    const count = exactly(data.count);
    if (count <= 50 && data.rows.length !== count) throw new Error(`${count} rows are told, ${data.rows.length} shown`);
    return count;
  }

  async #sum(query: Record<string, string>, measure: 'viewers' | 'playSeconds' | 'completion') {
    const { data } = await this.#test.call(sumAccessRecords, { query }, { as: this.#as });
    return measure === 'viewers' ? data.viewers.value : data[measure];
  }

  #once(address: string, open: () => Promise<number | null>): Promise<number | null> {
    const known = this.#opened.get(address) ?? open();
    this.#opened.set(address, known);
    return known;
  }
}

function exactly({ value, exact }: { value: number; exact: boolean }): number {
  if (!exact) throw new Error('how many rows there are is not told exactly');
  return value;
}
