/**
 * Code that comes when it is needed, and may not: the connection is gone, or the server has another build by now. What
 * browsers say of it names a file of the build, and they do not fetch it again before the page is loaded again.
 *
 * @throws Error for people.
 */
export function neededCode<Code>(code: Promise<Code>): Promise<Code> {
  return code.catch((cause: unknown) => {
    throw new Error(
      "A part of this page could not be loaded: the connection is gone, or Provision was updated. Load the page again, and try again.",
      { cause },
    );
  });
}
