export interface ListPage {
  /** The last page, if a later one was asked for. */
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

export function pageOfList(total: number, asked: number, pageSize: number): ListPage & { readonly offset: number } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(Math.max(1, asked), pages);
  return { page, pages, total, offset: (page - 1) * pageSize };
}
