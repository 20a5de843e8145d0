/** When the server last heard of this session and answered well, in milliseconds since 1970. */
let lastContact = Date.now();

export function noteContact(): void {
  lastContact = Date.now();
}

export function lastContactAt(): number {
  return lastContact;
}
