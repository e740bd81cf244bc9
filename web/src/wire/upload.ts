/** Files on their way to the server, with how much of them is there. */

export interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly told: unknown; // what the answer says, or nothing
}

/** Sends bytes to an address; `sent` is told the share that has arrived, up to 1.  `fetch` does not say this. */
export function upload(address: string, body: Blob, sent: (share: number) => void): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => total > 0 && sent(loaded / total);
    request.onload = () => resolve({ ok: request.status === 200, status: request.status, told: parsed(request.responseText) });
    request.onerror = request.onabort = () => reject(new Error("the server could not be reached"));
    request.send(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
