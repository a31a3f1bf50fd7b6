import type { Pending, Whole } from './pending.ts';

/** How an answer that is one page of a list names the next one: null on the last page. */
export type PageOfList = { readonly next_cursor: string | null } | { readonly next: string | null };

function cursorBehind(page: PageOfList): string | null {
  return 'next' in page ? page.next : page.next_cursor;
}

/**
 * A list that the server gives page by page. `await` it for the first page, `for await` over it for every entry of all
 * pages, or over `pages()` for page after page. A page is asked for when it is needed.
 */
export class Pages<P extends PageOfList, Entry> implements PromiseLike<P>, AsyncIterable<Entry> {
  readonly #read: (cursor: string | undefined) => Pending<P>;
  readonly #entries: (page: P) => readonly Entry[];
  #first: Pending<P> | undefined;

  constructor(read: (cursor: string | undefined) => Pending<P>, entries: (page: P) => readonly Entry[]) {
    this.#read = read;
    this.#entries = entries;
  }

  #firstPage(): Pending<P> {
    this.#first ??= this.#read(undefined);
    return this.#first;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list may be awaited for its first page
  then<A = P, B = never>(
    onPage?: ((page: P) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage().then(onPage, onError);
  }

  /** The first page, and what the answer's headers said. */
  withAnswer(): Promise<Whole<P>> {
    return this.#firstPage().withAnswer();
  }

  async *pages(): AsyncGenerator<P, void, undefined> {
    let page = await this.#firstPage();
    yield page;
    for (;;) {
      const cursor = cursorBehind(page);
      if (cursor === null) return;
      page = await this.#read(cursor);
      yield page;
    }
  }

  /** The first entries as a list, at most so many, from as many pages as they need. */
  async take(most: number): Promise<Entry[]> {
    const taken: Entry[] = [];
    if (most < 1) return taken;
    for await (const entry of this) if (taken.push(entry) >= most) break;
    return taken;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const page of this.pages()) yield* this.#entries(page);
  }
}
