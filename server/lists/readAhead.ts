/** Requests the next page while the caller works on the one before, so that at most two pages are in memory. */
export async function* readAhead<Page>(
  pages: AsyncGenerator<Page, void, undefined>,
): AsyncGenerator<Page, void, undefined> {
  try {
    let next = pages.next();
    for (;;) {
      const page = await next;
      if (page.done) return;
      next = pages.next();
      // The next turn throws its failure, unless the caller has ended.
      next.catch(() => {});
      yield page.value;
    }
  } finally {
    // Waits for the page that was requested.
    await pages.return();
  }
}
