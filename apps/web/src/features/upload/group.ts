/** The upload group (UP-4): a timestamp made at page load, renewed after each multi-file upload. */
let groupId = String(Date.now());

export function currentGroup(): string {
  return groupId;
}

export function renewGroup(): void {
  // Two renewals within a millisecond must still differ.
  groupId = String(Math.max(Date.now(), Number(groupId) + 1));
}
