/** Pictures of squares: SVG drawn on a canvas, as PNG. */

const SCALE = 2; // pixels of the PNG for one of the SVG, for sharp prints

/** A response with the PNG of a response with an SVG; any other response as it is. @param {Response} response */
export async function rasterised(response) {
  if (!response.ok) return response;
  const address = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
    return new Response(file, { headers: { "Content-Type": "image/png" } });
  } finally {
    URL.revokeObjectURL(address);
  }
}
