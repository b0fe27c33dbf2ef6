/** Room for numbers that is used again and again: made anew each time, it would be most of what has to be cleared away. */
export class NumberRoom {
  #numbers = new Float64Array(0);

  /** For at least so many. Whatever was in it before may still be there. */
  atLeast(count: number): Float64Array<ArrayBuffer> {
    if (this.#numbers.length < count) this.#numbers = new Float64Array(2 ** Math.ceil(Math.log2(count)));
    return this.#numbers;
  }
}
