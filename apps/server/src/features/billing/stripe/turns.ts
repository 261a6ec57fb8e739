/** Does what is asked for the same key one after the other, and for different keys beside each other. */
export class Turns {
  #last = new Map<string, Promise<unknown>>();

  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    // Whoever comes next has nothing to do with how this one ended.
    const turn = (this.#last.get(key) ?? Promise.resolve()).catch(() => {}).then(work);
    const done = turn
      .catch(() => {})
      .then(() => {
        if (this.#last.get(key) === done) this.#last.delete(key);
      });
    this.#last.set(key, done);
    return turn;
  }
}
