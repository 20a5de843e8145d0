import { useEffect, useState } from 'react';
import { type PopupBody, preloadSanitizer, readBody } from './body.ts';
import { Popup } from './Popup.tsx';
import { type Shown, usePopup } from './store.ts';

/** Shows the popup when there is one; the sanitiser is fetched as soon as the person does anything. */
export function PopupHost() {
  const message = usePopup();
  useEffect(() => preloadSanitizer(), []);
  return message && <Ready key={message.id} message={message} />;
}

/** Opens once the message is ready, so that it is read out with its dialog. */
function Ready({ message }: { message: Shown }) {
  const [body, setBody] = useState<PopupBody | null>(null);
  useEffect(() => {
    let wanted = true;
    void readBody(message.html).then((ready) => wanted && setBody(ready));
    return () => {
      wanted = false;
    };
  }, [message.html]);
  return body && <Popup message={message} body={body} />;
}
