/** Hands `blob` to the browser's downloads under `name` (UP-11: fetched with the header, never linked). */
export function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has taken the bytes long before; a shorter wait loses it in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
