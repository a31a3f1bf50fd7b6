import type { Pending, Whole } from './pending.ts';

/** A page of a list, with the cursor of the next page. The cursor is null on the last page. */
export type PageOfList = { readonly next_cursor: string | null } | { readonly next: string | null };

function cursorBehind(page: PageOfList): string | null {
  return 'next' in page ? page.next : page.next_cursor;
}

/**
 * A list that the server returns page by page. Use `await` for the first page, `for await` for every entry of all
 * pages, or `for await` over `pages()` for each page. Pages are requested when they are needed.
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

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list returns its first page
  then<A = P, B = never>(
    onPage?: ((page: P) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage().then(onPage, onError);
  }

  /** Returns the first page, and the facts in the headers of its answer. */
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

  /** Returns at most this many of the first entries as an array. Requests as many pages as necessary. */
  async take(most: number): Promise<Entry[]> {
    const entries: Entry[] = [];
    if (most < 1) return entries;
    for await (const entry of this) if (entries.push(entry) >= most) break;
    return entries;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const page of this.pages()) yield* this.#entries(page);
  }
}
