/* A frame as JSON, for the script of a page. */
#ifndef WEB_FRAME_JSON_H
#define WEB_FRAME_JSON_H

#include "show/frame.h"

/* Adds what qkv_web_frame (web/web.h) says. */
void frame_json(Buf *out, const Frame *f);

#endif
