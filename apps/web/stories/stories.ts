import { account } from './scenes/account.ts';
import { copies } from './scenes/copies.ts';
import { desk } from './scenes/desk.ts';
import { history } from './scenes/history.ts';
import { session } from './scenes/session.ts';
import { signBox } from './scenes/sign-box.ts';
import { upload } from './scenes/upload.ts';
import { verify } from './scenes/verify.ts';

/** Every story by its name; the names of the screens in docs/pictures are among them. */
export const rooms = { session, upload, copies, desk, signBox, verify, history, account };

export const stories = {
  ...session,
  ...upload,
  ...copies,
  ...desk,
  ...signBox,
  ...verify,
  ...history,
  ...account,
};
