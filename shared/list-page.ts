/** A page of a list, counted from 1, and the numbers of the whole list. */
export interface ListPage {
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  readonly total: number;
}

/** The asked page of a list with that many items, or the last page if there are fewer; and the number of items before it. */
export function pageOfList(total: number, asked: number, pageSize: number): ListPage & { readonly offset: number } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(Math.max(1, asked), pages);
  return { page, pages, total, offset: (page - 1) * pageSize };
}
