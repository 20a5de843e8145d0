const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter] ?? '',
  );

const page = (body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Simulated signing service</title>
<h1>Simulated signing service</h1>
${body}
</html>
`;

/** The plain form that asks for PIN and code; works without scripts. */
export function formPage(
  id: string,
  { credential, count, bound }: { credential: string; count: number; bound: boolean },
  problem?: string,
): string {
  const said = problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`;
  const documents = `${count} ${count === 1 ? 'document' : 'documents'}`;
  return page(`${said}
<p>Signing ${documents} with ${escaped(credential)}${bound ? ', and these alone' : ''}.</p>
<form method="post" action="/oauth2/authorize/${id}">
<p><label>PIN <input name="pin" type="password" autocomplete="off" autofocus></label></p>
<p><label>Code <input name="otp" inputmode="numeric" autocomplete="one-time-code"></label></p>
<p><button name="answer" value="approve">Approve</button>
<button name="answer" value="cancel">Cancel</button></p>
</form>`);
}

export const messagePage = (message: string): string => page(`<p role="alert">${escaped(message)}</p>`);
