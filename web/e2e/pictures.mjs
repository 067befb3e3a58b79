// Stored pictures of boards and how far a new one is from them. `LUOZI_UPDATE_PICTURES=1 npm run e2e -- 34` writes them anew.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** A channel may differ by this much before a pixel counts: edges are smoothed a little differently everywhere. */
const CHANNEL_TOLERANCE = 40;

/** The share of pixels that differ from the stored picture `name`. */
export async function comparePictures(browser, name, picture) {
  const file = new URL(`./pictures/${name}.png`, import.meta.url);
  if (process.env.LUOZI_UPDATE_PICTURES === "1") writeFileSync(file, picture);
  if (!existsSync(file)) throw new Error(`there is no stored picture ${name}; write it with LUOZI_UPDATE_PICTURES=1`);
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ([stored, fresh, tolerance]) => {
        const pixels = async (data) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        };
        const [a, b] = [await pixels(stored), await pixels(fresh)];
        if (a.width !== b.width || a.height !== b.height) return 1;
        let different = 0;
        for (let at = 0; at < a.data.length; at += 4) {
          if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > tolerance))
            different += 1;
        }
        return different / (a.width * a.height);
      },
      [readFileSync(file).toString("base64"), picture.toString("base64"), CHANNEL_TOLERANCE],
    );
  } finally {
    await page.close();
  }
}
