/** The id of a document's `h1`: the browser paints nothing before it (`client/routes/__root.tsx`). */
export const PAGE_TITLE_ID = 'page-title';
